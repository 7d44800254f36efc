import { useEffect } from 'react';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { call } from '../api.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { remember } from '../browser/remembered.ts';
import { createStore, useStore } from '../browser/store.ts';
import { shownLanguage } from '../language/shown-language.ts';
import { applyAppearance } from './appearance.ts';
import { type Field, type LocalSettings, type Owner, readLocal, settings, settingsKey } from './settings.ts';

const saveDelayMs = 1_000;
const timeoutMs = 10_000;

/** The last save failed, and its changes are not saved yet. */
const hasSaveFailed = createStore(false);
let isReadDue = false;
let isSaveDue = false;
let isBusy = false;
let isReading = false;
let owner: Owner;
/** The settings of the save whose answer is pending. */
let sending: Settings | undefined;
let saveOnLeaving: Promise<unknown> | undefined;
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let stop = () => {};
let hasEnded = false;

export function SettingsSync(): null {
  useEffect(() => {
    if (hasEnded) return;
    stop = listen();
    const local = addChosenLanguage(readLocal());
    update(local);
    refresh();
    // The answer that the HTML preloaded may be older than this browser's last save.
    isReadDue ||= (local.savedAt ?? 0) > performance.timeOrigin;
    return () => {
      leave();
      stop();
    };
  }, []);
  return null;
}

export function useHasSaveFailed(): boolean {
  return useStore(hasSaveFailed);
}

/** Call this once the settings have been deleted. */
export function endSettingsSync(): void {
  hasEnded = true;
  stop();
}

function listen(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', refresh, { signal });
  addEventListener('online', refresh, { signal });
  addEventListener('pagehide', leave, { signal });
  addEventListener('storage', readFromOtherTab, { signal });
  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : refresh()), { signal });
  const unsubscribe = settings.subscribe(({ local, origin }) => {
    applyAppearance(local.settings);
    if (origin === 'here') scheduleSave();
  });
  return () => {
    listening.abort();
    unsubscribe();
    cancelScheduledSave();
  };
}

function scheduleSave(): void {
  cancelScheduledSave();
  saveTimer = setTimeout(() => {
    saveTimer = undefined;
    isSaveDue = true;
    void synchronise();
  }, saveDelayMs);
}

function cancelScheduledSave(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
}

/** Reads again, unless a read for the same owner is pending. */
function refresh(): void {
  const before = owner;
  owner = isSignedIn() ? 'user' : 'guest';
  isReadDue ||= !isReading || owner !== before;
  void synchronise();
}

function readFromOtherTab({ key, newValue }: StorageEvent): void {
  if (key !== settingsKey || newValue === null) return;
  update(readLocal());
  // The pending answer may be older than the other tab's change.
  isReadDue ||= isReading;
}

/** Saves at once. If another request is running, saves again after it: the two may arrive in either order. */
function leave(): void {
  const local = settings.getLocal();
  if (listUnsaved(local, sending).length === 0) return;
  cancelScheduledSave();
  isSaveDue = true;
  if (isBusy) saveOnLeaving = sendSave(local.settings);
  else void synchronise();
}

/** Sends one request at a time. A read precedes a save, so that the save includes changes made elsewhere. */
async function synchronise(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    while ((isReadDue || isSaveDue) && !hasEnded) {
      await (isReadDue ? read() : save());
      await saveOnLeaving;
    }
  } finally {
    isBusy = false;
  }
}

async function read(): Promise<void> {
  isReadDue = false;
  isReading = true;
  const answer = await call('settings.read', {}, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
  isReading = false;
  if (isReadDue) return;
  if (answer) {
    update(merge(settings.getLocal(), owner, answer));
    if (owner === 'user') showAccountLanguage();
  }
  // A scheduled save will include any unsaved change.
  isSaveDue ||= saveTimer === undefined;
}

function showAccountLanguage(): void {
  const { interfaceLanguage } = settings.get();
  if (interfaceLanguage === shownLanguage || interfaceLanguage === 'browser') return;
  import('./account-language.ts').then((module) => module.showLanguage(interfaceLanguage)).catch(() => {});
}

const chosenLanguage = remember('parley.chosen-language', (stored) => stored);

/** A choice in this tab before signing in is newer than the account's. */
function addChosenLanguage(local: LocalSettings): LocalSettings {
  const interfaceLanguage = chosenLanguage.read() as Settings['interfaceLanguage'] | undefined;
  if (!interfaceLanguage) return local;
  if (isSignedIn()) chosenLanguage.write(undefined);
  const unsaved = [...new Set<Field>([...local.unsaved, 'interfaceLanguage'])];
  return { ...local, settings: { ...local.settings, interfaceLanguage }, unsaved };
}

async function save(): Promise<void> {
  isSaveDue = false;
  const { settings: sent, unsaved } = settings.getLocal();
  if (unsaved.length === 0) return;
  const isSaved = await sendSave(sent);
  const local = settings.getLocal();
  if (isSaved) update({ ...local, unsaved: listUnsaved(local, sent), owner, savedAt: Date.now() });
  hasSaveFailed.set(!isSaved);
}

/** @returns whether the server has saved them */
async function sendSave(sent: Settings): Promise<boolean> {
  sending = sent;
  try {
    await call('settings.save', sent, { keepalive: true, signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  } finally {
    if (sending === sent) sending = undefined;
  }
}

function update(local: LocalSettings): void {
  // The answer to a pending request would restore the deleted settings.
  if (hasEnded) return;
  // Writing without a change could overwrite what another tab has just stored.
  if (JSON.stringify(local) !== JSON.stringify(settings.getLocal())) settings.replace(local);
  if (local.unsaved.length === 0) hasSaveFailed.set(false);
}

/** The server's answer, except for unsaved changes. Signing in keeps unsaved changes; signing out discards them. */
function merge(local: LocalSettings, owner: Owner, answer: Settings): LocalSettings {
  if (owner === 'guest' && local.owner === 'user') return { settings: answer, unsaved: [], owner };
  // The server returns the defaults for a new account, and for a guest whose settings it has deleted after a while.
  const isEmpty = local.owner !== 'user' && listDifferences(answer, defaultSettings).length === 0;
  const differing = listDifferences(local.settings, answer);
  const kept = isEmpty ? differing.filter((field) => owner === 'guest' || isKeptAtSignUp(field)) : [];
  // The account has no language yet.
  if (answer.interfaceLanguage === 'browser') kept.push('interfaceLanguage');
  const settings = { ...local.settings };
  for (const field of fields)
    if (![...local.unsaved, ...kept].includes(field)) Object.assign(settings, { [field]: answer[field] });
  return { ...local, settings, unsaved: listDifferences(settings, answer), owner };
}

/** The others may have been set by another user of this browser. What this one can read stays readable. */
function isKeptAtSignUp(field: Field): boolean {
  return ['defaultSourceLang', 'defaultTargetLang', 'theme', 'textSize'].includes(field);
}

function listUnsaved({ settings, unsaved }: LocalSettings, sent: Settings | undefined): Field[] {
  return unsaved.filter((field) => settings[field] !== sent?.[field]);
}

const fields = Object.keys(defaultSettings) as Field[];

function listDifferences(one: Settings, other: Settings): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}
