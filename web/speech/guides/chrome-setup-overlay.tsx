import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import type { Browser } from '../browser.ts';
import { findSteps, type Step } from './chrome-steps.ts';
import { CopyField } from './copy-field.tsx';
import type { GuideProps } from './guide-props.ts';
import { StepPicture } from './step-picture.tsx';

export function ChromeSetupOverlay({ browser, sentence, onRetry, onOpen, onClose }: GuideProps) {
  const { device } = browser;
  return (
    <Dialog
      title="Turn on your microphone in Chrome"
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
          <div className="flex flex-wrap gap-3 *:grow">
            {device !== 'desktop' && (
              <Button onClick={() => onOpen('chrome-dialog')}>Show me step by step</Button>
            )}
            <Button onClick={() => onOpen('type-instead')}>Type instead</Button>
          </div>
        </>
      }
    >
      <p className="text-muted">{sentence}</p>
      <ol className="mt-4 grid gap-5 *:min-w-0">
        {listPlaces(device).map(({ title, text, picture, address }) => (
          <li key={title} className="flex flex-wrap gap-x-3 gap-y-2">
            <div className="grid h-20 w-28 place-items-center rounded-control bg-sunken p-2">
              <StepPicture name={picture} />
            </div>
            <div className="min-w-0 grow basis-48">
              <h3 className="leading-snug font-semibold">{title}</h3>
              <p className="mt-1">{text}</p>
            </div>
            {address && (
              <div className="w-full">
                <CopyField
                  label="Chrome’s microphone settings page"
                  address={address}
                  hint="Copied. Paste it into the address bar of a new tab."
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface Place extends Step {
  /** Chrome allows no links to it, so the user copies it. */
  readonly address?: string;
}

function listPlaces(device: Browser['device']): readonly Place[] {
  if (device !== 'desktop') return findSteps(device).full;
  return [
    {
      title: 'The icon to the left of the address',
      text: 'Click it, turn on Microphone, and reload this page.',
      picture: 'address',
    },
    {
      title: 'Blocked sites',
      text: 'Remove this site from the list at this address:',
      picture: 'permissions',
      address: 'chrome://settings/content/microphone',
    },
    { ...findSystemPlace(), picture: 'computer' },
  ];
}

function findSystemPlace(): Pick<Place, 'title' | 'text'> {
  if (/Mac/.test(navigator.userAgent)) {
    return {
      title: 'Mac privacy settings',
      text: 'System Settings > Privacy & Security > Microphone: turn on Google Chrome, then restart it.',
    };
  }
  if (/Windows/.test(navigator.userAgent)) {
    return {
      title: 'Windows privacy settings',
      text: 'Settings > Privacy & security > Microphone: turn it on, including for desktop apps.',
    };
  }
  return {
    title: 'Sound settings on your computer',
    text: 'Check that the right microphone is selected and not muted.',
  };
}
