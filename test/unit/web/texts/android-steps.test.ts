import { expect, test } from 'vitest';
import { instructions, steps, values } from '../../../../functions/android/instructions.ts';
import { androidSteps } from '../../../../shared/text/android-setup.ts';
import { wordStep } from '../../../../web/texts/pages/android.tsx';

test('the page words each of the server’s steps, in English as the server does', () => {
  expect(steps.map(({ code }) => code).sort()).toEqual(Object.keys(androidSteps).sort());
  const worded = steps.map(({ code, command }) => {
    const text = wordStep(code, values);
    return command ? `${text} \`${command}\`` : text;
  });
  expect(worded).toEqual(instructions);
});

test('a step that is newer than the page has no words yet', () => {
  expect(wordStep('madeUpLater', values)).toBeUndefined();
});
