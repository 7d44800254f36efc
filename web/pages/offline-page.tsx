import { MessagePage } from './message-page.tsx';

export function OfflinePage() {
  return (
    <MessagePage eyebrow="Offline" heading="You’re offline">
      This page needs a connection.{' '}
      {/* biome-ignore lint/a11y/useValidAnchor: the same address again, without a script */}
      <a href="" className="font-medium text-ink underline underline-offset-4">
        Try again
      </a>
    </MessagePage>
  );
}
