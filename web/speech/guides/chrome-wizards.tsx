import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';
import type { GuideProps } from './guide.ts';
import { GuideCard, GuideFailure } from './guide-cards.tsx';
import { type PictureName, StepPicture } from './step-picture.tsx';

export function ChromeStepsCard({ browser, failure, onRetry, onClose }: GuideProps) {
  const wizard = useWizard(findSteps(browser.device).short);
  return (
    <GuideCard title={texts.allowMicrophone} onClose={onClose}>
      <GuideFailure failure={failure} />
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

type Wizard = ReturnType<typeof useWizard>;

function useWizard(steps: readonly Step[]) {
  const [movedTo, setMovedTo] = useState<number>();
  const index = movedTo ?? 0;
  return {
    steps,
    index,
    hasMoved: movedTo !== undefined,
    move: (by: 1 | -1) => setMovedTo(index + by),
  };
}

function StepView({ wizard, heading: Heading }: { wizard: Wizard; heading: 'h3' | 'h4' }) {
  const { steps, index, hasMoved } = wizard;
  const step = steps[index];
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step's heading takes the focus
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [index]);
  if (!step) return null;
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
      {/* A new element for each step, so that the picture is animated. */}
      <div key={index} className="mt-3 grid place-items-center rounded-control bg-sunken py-4">
        <StepPicture name={step.picture} className="h-28" />
      </div>
      <Heading ref={heading} tabIndex={-1} className="mt-4 outline-none">
        <span className="block text-sm font-medium text-muted tabular">
          <span>{texts.stepOf(index + 1, steps.length)}</span>
          <span className="sr-only">: </span>
        </span>
        <span className="block text-lg leading-snug font-semibold">{step.title}</span>
      </Heading>
      {/* Room for the longest text, so that the buttons stay in place. */}
      <p className="mt-1 min-h-20 leading-relaxed">{step.text}</p>
    </>
  );
}

function NextStep({ wizard, onDone, className }: StepButtonProps & { onDone: () => void }) {
  const isLast = wizard.index === wizard.steps.length - 1;
  return (
    <Button variant="primary" onClick={isLast ? onDone : () => wizard.move(1)} className={className}>
      {isLast ? texts.tryAgain : texts.next}
    </Button>
  );
}

function PreviousStep({ wizard, className }: StepButtonProps) {
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

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly picture: PictureName;
}

export function findSteps(device: Browser['device']): Steps {
  return device === 'ios' ? iphone : android;
}

const chromeOnIphone: readonly Step[] = [
  { title: texts.openIphoneSettings, text: texts.openIphoneSettingsText, picture: 'settings' },
  { title: texts.findChrome, text: texts.findChromeText, picture: 'apps' },
  { title: texts.turnOnMicrophone, text: texts.iphoneSwitchText, picture: 'switch' },
];

const iphone: Steps = {
  short: [
    ...chromeOnIphone,
    { title: texts.comeBackAndSpeak, text: texts.comeBackAndSpeakText, picture: 'speak' },
  ],
  full: [
    ...chromeOnIphone,
    { title: texts.turnOnDictation, text: texts.turnOnDictationText, picture: 'dictation' },
    { title: texts.comeBackAndAllow, text: texts.comeBackAndAllowText, picture: 'allow' },
  ],
};

const android: Steps = {
  short: [
    { title: texts.tapAddressIcon, text: texts.tapAddressIconText, picture: 'address' },
    { title: texts.tapPermissions, text: texts.tapPermissionsText, picture: 'permissions' },
    { title: texts.turnOnMicrophone, text: texts.androidSwitchText, picture: 'switch' },
    { title: texts.speak, text: texts.allowWhileVisiting, picture: 'speak' },
  ],
  full: [
    { title: texts.openAndroidSettings, text: texts.openAndroidSettingsText, picture: 'apps' },
    { title: texts.allowChrome, text: texts.allowChromeText, picture: 'permissions' },
    { title: texts.backInChrome, text: texts.backInChromeText, picture: 'address' },
    { title: texts.turnOnForPage, text: texts.turnOnForPageText, picture: 'switch' },
    { title: texts.speak, text: texts.allowWhileVisiting, picture: 'speak' },
  ],
};

type Steps = Readonly<Record<'short' | 'full', readonly Step[]>>;
