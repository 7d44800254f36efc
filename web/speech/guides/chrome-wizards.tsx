import { Dialog } from '../../components/dialogs/dialog.tsx';
import * as texts from '../../texts/guides.ts';
import { findSteps } from './chrome-steps.ts';
import { GuideCard } from './guide-card.tsx';
import type { GuideProps } from './guide-props.ts';
import { NextStep, PreviousStep, StepView, useWizard } from './steps.tsx';

export function ChromeStepsCard({ browser, onRetry, onClose }: GuideProps) {
  const wizard = useWizard(findSteps(browser.device).short);
  return (
    <GuideCard title={texts.allowMicrophone} onClose={onClose}>
      <StepView wizard={wizard} heading="h4" />
      <div className="mt-3 flex flex-wrap gap-3">
        <PreviousStep wizard={wizard} className="grow sm:grow-0" />
        <NextStep wizard={wizard} onDone={onRetry} className="grow sm:grow-0" />
      </div>
    </GuideCard>
  );
}

export function ChromeDialog({ browser, onRetry, onClose }: GuideProps) {
  const wizard = useWizard(findSteps(browser.device).full);
  return (
    <Dialog
      title={texts.setUpVoice}
      onClose={onClose}
      actions={
        <>
          <NextStep wizard={wizard} onDone={onRetry} />
          <PreviousStep wizard={wizard} />
        </>
      }
    >
      <StepView wizard={wizard} heading="h3" />
    </Dialog>
  );
}
