import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import * as texts from '../texts/android.tsx';

export function GenerateFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
      {texts.generateFailed(
        <a href={manualSetupUrl} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {texts.guide}
          <span className="sr-only"> {texts.inNewTab}</span>
        </a>,
      )}
    </Notice>
  );
}

const manualSetupUrl = 'https://reactnative.dev/docs/set-up-your-environment';
