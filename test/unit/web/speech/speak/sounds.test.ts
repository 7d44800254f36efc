import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteSounds, readSound, saveSound } from '../../../../../web/speech/speak/sounds.ts';
import { stubCaches } from '../../../../support/component/storage.ts';

beforeEach(() => void stubCaches());

describe('a sound', () => {
  test('is saved by text and language, under any alias', async () => {
    await saveSound('hola & adiós', 'es-ES', new Blob(['sound'], { type: 'audio/mpeg' }));
    const saved = await readSound('hola & adiós', 'es');
    expect(await saved?.text()).toBe('sound');
    expect(saved?.type).toBe('audio/mpeg');
    expect(await readSound('hola & adiós', 'es-419')).toBeUndefined();
    expect(await readSound('hola', 'es')).toBeUndefined();
  });

  test('that is a page is not saved: an intermediary answered', async () => {
    await saveSound('hola', 'es', new Blob(['<html>'], { type: 'text/html' }));
    expect(await readSound('hola', 'es')).toBeUndefined();
  });

  test('that cannot be saved throws no error', async () => {
    stubCaches(() => {
      throw new DOMException('No.', 'QuotaExceededError');
    });
    await saveSound('hola', 'es', new Blob(['sound'], { type: 'audio/mpeg' }));
    vi.stubGlobal('caches', undefined);
    expect(await readSound('hola', 'es')).toBeUndefined();
  });

  test('is deleted with the visitor’s data, if there is a storage', async () => {
    await saveSound('hola', 'es', new Blob(['sound'], { type: 'audio/mpeg' }));
    await deleteSounds();
    expect(await readSound('hola', 'es')).toBeUndefined();
    vi.stubGlobal('caches', undefined);
    await expect(deleteSounds()).resolves.toBeUndefined();
  });
});
