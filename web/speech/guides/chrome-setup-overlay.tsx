import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';
import { findSteps, type Step } from './chrome-steps.ts';
import { CopyField } from './copy-field.tsx';
import type { GuideProps } from './guide-props.ts';
import { StepPicture } from './step-picture.tsx';

export function ChromeSetupOverlay({ browser, message, onRetry, onOpen, onClose }: GuideProps) {
  const { device } = browser;
  return (
    <Dialog
      title={texts.turnOnInChrome}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
          <div className="flex flex-wrap gap-3 *:grow">
            {device !== 'desktop' && (
              <Button onClick={() => onOpen('chrome-dialog')}>{texts.showSteps}</Button>
            )}
            <Button onClick={() => onOpen('type-instead')}>{texts.typeInstead}</Button>
          </div>
        </>
      }
    >
      <p className="text-muted">{message}</p>
      <ol className="mt-4 grid gap-5 *:min-w-0">
        {listFixes(device).map(({ title, text, picture, address }) => (
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
                <CopyField label={texts.microphoneSettings} address={address} hint={texts.pasteInNewTab} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

interface Fix extends Step {
  /** Chrome blocks links to it, so the user copies it. */
  readonly address?: string;
}

function listFixes(device: Browser['device']): readonly Fix[] {
  if (device !== 'desktop') return findSteps(device).full;
  return [
    { title: texts.addressIcon, text: texts.addressIconText, picture: 'address' },
    {
      title: texts.blockedSites,
      text: texts.blockedSitesText,
      picture: 'permissions',
      address: 'chrome://settings/content/microphone',
    },
    { ...getSystemFix(), picture: 'computer' },
  ];
}

function getSystemFix(): Pick<Fix, 'title' | 'text'> {
  const { userAgent } = navigator;
  if (/Mac/.test(userAgent)) return { title: texts.macSettings, text: texts.macSettingsText };
  if (/Windows/.test(userAgent)) return { title: texts.windowsSettings, text: texts.windowsSettingsText };
  return { title: texts.soundSettings, text: texts.soundSettingsText };
}
