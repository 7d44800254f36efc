import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import * as texts from '../../texts/guides.ts';
import type { Step } from './chrome-steps.ts';
import { StepPicture } from './step-picture.tsx';

export type Wizard = ReturnType<typeof useWizard>;

export function useWizard(steps: readonly Step[]) {
  const [position, setPosition] = useState({ index: 0, hasMoved: false });
  return {
    steps,
    ...position,
    move(by: 1 | -1): void {
      setPosition(({ index }) => ({
        index: Math.min(Math.max(index + by, 0), steps.length - 1),
        hasMoved: true,
      }));
    },
  };
}

export function StepView({ wizard, heading }: { wizard: Wizard; heading: StepHeading }) {
  const { steps, index, hasMoved } = wizard;
  const step = steps[index];
  return (
    <>
      <div aria-hidden="true" className="flex gap-1">
        {steps.map(({ title }, each) => (
          <span
            key={title}
            className={`h-1 flex-1 rounded-full transition-colors duration-300 ${each <= index ? 'bg-accent' : 'bg-line'}`}
          />
        ))}
      </div>
      {step && <StepBody key={index} step={step} wizard={wizard} heading={heading} takesFocus={hasMoved} />}
    </>
  );
}

/** Mounts again for each step, so that its heading takes the focus. */
function StepBody({ step, wizard, heading: Heading, takesFocus }: StepBodyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  return (
    <>
      <div className="mt-3 grid place-items-center rounded-control bg-sunken py-4">
        <StepPicture name={step.picture} className="h-28" />
      </div>
      <Heading ref={heading} tabIndex={-1} className="mt-4 outline-none">
        <span className="block text-sm font-medium text-muted tabular">
          {texts.stepOf(wizard.index + 1, wizard.steps.length)}
          <span className="sr-only">: </span>
        </span>
        <span className="block text-lg leading-snug font-semibold">{step.title}</span>
      </Heading>
      {/* Room for the longest text, so that the buttons stay in place. */}
      <p className="mt-1 min-h-20 leading-relaxed">{step.text}</p>
    </>
  );
}

type StepHeading = 'h3' | 'h4';

interface StepBodyProps {
  step: Step;
  wizard: Wizard;
  heading: StepHeading;
  takesFocus: boolean;
}

export function NextStep({ wizard, onDone, className }: StepButtonProps & { onDone: () => void }) {
  const isLast = wizard.index === wizard.steps.length - 1;
  return (
    <Button variant="primary" onClick={isLast ? onDone : () => wizard.move(1)} className={className}>
      {isLast ? texts.tryAgain : texts.next}
    </Button>
  );
}

export function PreviousStep({ wizard, className }: StepButtonProps) {
  return (
    <Button isDisabled={wizard.index === 0} onClick={() => wizard.move(-1)} className={className}>
      {texts.previous}
    </Button>
  );
}

interface StepButtonProps {
  wizard: Wizard;
  className?: string;
}
