import * as texts from '../texts/site.ts';
import { MessagePage } from './message-page.tsx';

export function OfflinePage() {
  return (
    <MessagePage eyebrow={texts.offline} heading={texts.offlineTitle}>
      <span>{`${texts.needsConnection} `}</span>
      {/* biome-ignore lint/a11y/useValidAnchor: reloads the page without a script */}
      <a href="" className="font-medium text-ink underline underline-offset-4">
        {texts.tryAgain}
      </a>
    </MessagePage>
  );
}
