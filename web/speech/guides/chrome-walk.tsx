import { Dialog } from '../../components/dialogs/dialog.tsx';
import { fullSteps, shortSteps } from './chrome-steps.ts';
import { GuideCard } from './guide-card.tsx';
import type { GuideProps } from './guide-props.ts';
import { NextStep, PreviousStep, StepView, useWalk } from './steps.tsx';

export function ChromeStepsCard({ browser, onRetry, onClose }: GuideProps) {
  const walk = useWalk(shortSteps(browser.device));
  return (
    <GuideCard title="Allow the microphone" onClose={onClose}>
      <StepView walk={walk} heading="h4" />
      <div className="mt-3 flex flex-wrap gap-3">
        <PreviousStep walk={walk} className="grow sm:grow-0" />
        <NextStep walk={walk} onDone={onRetry} className="grow sm:grow-0" />
      </div>
    </GuideCard>
  );
}

export function ChromeDialog({ browser, onRetry, onClose }: GuideProps) {
  const walk = useWalk(fullSteps(browser.device));
  return (
    <Dialog
      title="Set up voice in Chrome"
      isOpen
      onClose={onClose}
      actions={
        <>
          <NextStep walk={walk} onDone={onRetry} />
          <PreviousStep walk={walk} />
        </>
      }
    >
      <StepView walk={walk} heading="h3" />
    </Dialog>
  );
}
