import { Notice, NoticeButton } from '../components/toasts/notice.tsx';

export function GenerateFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" action={<NoticeButton onClick={onRetry}>Try again</NoticeButton>}>
      Failed to generate Android configuration. To set it up by hand, follow{' '}
      <a href={manualSetup} target="_blank" rel="noreferrer" className="underline underline-offset-4">
        React Native’s guide<span className="sr-only"> (in a new tab)</span>
      </a>
      .
    </Notice>
  );
}

const manualSetup = 'https://reactnative.dev/docs/set-up-your-environment';
