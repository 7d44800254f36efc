import {
  type InterfaceLanguageCode,
  interfaceLanguageCodes,
  interfaceLanguages,
} from '../../shared/interface-languages.ts';
import { saveBeforeLeaving } from '../browser/leaving.ts';
import { forgetReason } from '../browser/remembered.ts';
import { PathIcon } from '../components/icon.tsx';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import { chooseLanguage, hasRemembered } from '../language/remember-language.ts';
import { shownLanguage } from '../language/shown-language.ts';
import * as texts from '../texts/account/settings.ts';
import { settings } from './settings.ts';

/** In the header: an icon with the browser's own list on top, which every device shows in its way. */
export function InterfaceLanguage() {
  return (
    <span className="relative grid size-11 place-items-center rounded-control focus-within:outline-2 hover:bg-sunken">
      <PathIcon path={globe} />
      <LanguageOptions className="absolute inset-0 cursor-pointer opacity-0" />
    </span>
  );
}

/** In the settings. */
export function InterfaceLanguageSetting() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <span className="font-medium">{texts.interfaceLanguage}</span>
      <LanguageOptions className="min-h-11 rounded-control border border-edge bg-surface px-3" />
    </div>
  );
}

function LanguageOptions({ className }: { className: string }) {
  return (
    <select
      aria-label={texts.interfaceLanguage}
      translate="no"
      value={shownLanguage}
      onChange={({ currentTarget }) => void changeLanguage(currentTarget.value as InterfaceLanguageCode)}
      className={className}
    >
      {interfaceLanguageCodes.map((code) => (
        <option key={code} value={code} lang={code}>
          {interfaceLanguages[code].name}
        </option>
      ))}
    </select>
  );
}

/** Another language has other files, so the page is loaded again, with everything that was typed and translated. */
async function changeLanguage(code: InterfaceLanguageCode): Promise<void> {
  try {
    await chooseLanguage(code);
  } catch {
    toasts.show(buildFailureToast(texts.languageNotChanged, texts.languageNeedsConnection));
    return;
  }
  if (!hasRemembered(code)) {
    toasts.show(buildFailureToast(texts.languageNotChanged, texts.languageNeedsCookies));
    return;
  }
  settings.change({ interfaceLanguage: code });
  saveBeforeLeaving('reload');
  if (!forgetReason.get()) {
    location.reload();
    return;
  }
  toasts.show({
    title: texts.textNotKept,
    description: texts.copyTextFirst,
    tone: 'notice',
    action: { label: texts.changeLanguageNow, onPress: () => location.reload() },
  });
}

const globe = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z';
