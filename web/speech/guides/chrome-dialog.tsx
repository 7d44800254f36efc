import { Dialog } from '../../components/dialogs/dialog.tsx';
import { fullSteps } from './chrome-steps.ts';
import type { GuideProps } from './guide-host.tsx';
import { NextStep, PreviousStep, StepView, useWalk } from './steps.tsx';

/** Five steps to the microphone in Chrome on a phone, above the page. */
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
