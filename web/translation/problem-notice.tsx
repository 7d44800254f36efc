import { useStore } from '../browser/store.ts';
import { defineLazy, Lazy } from '../components/lazy.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import { isShownInToast, toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/translator.ts';
import type { Problem } from './translator/translator.ts';

const statusLink = defineLazy(() => import('../components/status-link.tsx'), 'StatusLink');

/** Has its place at once, but is visible only when the toast that says the same is gone, so that nothing moves. */
export function ProblemNotice({ problem, onRetry }: ProblemNoticeProps) {
  const isInToast = isShownInToast(useStore(toasts), problem);
  return (
    <div className={isInToast ? 'invisible' : undefined}>
      <Notice
        tone="danger"
        action={
          onRetry && (
            <span className="visible">
              <NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>
            </span>
          )
        }
      >
        <p>{problem.text}</p>
        {problem.advice && <p>{problem.advice}</p>}
        {problem.isOutage && (
          <div className="visible">
            <Lazy component={statusLink} props={{}} failed={null} />
          </div>
        )}
      </Notice>
    </div>
  );
}

interface ProblemNoticeProps {
  problem: Problem;
  onRetry: (() => void) | undefined;
}
