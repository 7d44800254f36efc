import type { Condition } from '../stage.ts';
import { appearanceConditions } from './appearance.ts';
import { interfaceConditions } from './interfaces.ts';
import { microphoneConditions } from './microphone.ts';
import { networkConditions } from './network.ts';
import { recogniserConditions } from './recogniser.ts';
import { sessionConditions } from './session.ts';
import { storageConditions } from './storage.ts';

/** The world without a fault: every flow must succeed, or the proof is wrong. */
const plain: Condition = { name: 'nothing', concerns: () => true, mustSucceed: () => true };

export const conditions: readonly Condition[] = [
  plain,
  ...microphoneConditions,
  ...recogniserConditions,
  ...interfaceConditions,
  ...storageConditions,
  ...networkConditions,
  ...sessionConditions,
  ...appearanceConditions,
];
