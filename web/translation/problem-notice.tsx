import { defineLazy, Lazy } from '../components/lazy.tsx';
import { Notice, NoticeButton } from '../components/toasts/notice.tsx';
import * as texts from '../texts/translator.ts';
import type { Problem } from './translator/translator.ts';

const statusLink = defineLazy(() => import('../components/status-link.tsx'), 'StatusLink');

/** The reason, and the way on from there. A toast says the same for a moment, and announces it. */
export function ProblemNotice({ problem, onRetry }: ProblemNoticeProps) {
  return (
    <Notice tone="danger">
      <p>{problem.text}</p>
      {problem.advice && <p>{problem.advice}</p>}
      {onRetry && (
        <div className="pt-2">
          <NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>
        </div>
      )}
      {problem.isOutage && <Lazy component={statusLink} props={{}} failed={null} />}
    </Notice>
  );
}

interface ProblemNoticeProps {
  problem: Problem;
  onRetry: (() => void) | undefined;
}
