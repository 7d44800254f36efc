import * as z from 'zod/mini';
import { read } from './settings.schema.ts';
import { list } from './translation.schema.ts';

/** Everything that is held about the caller. */
const everything = {
  input: list.input,
  output: z.object({
    exportedAt: z.iso.datetime(),
    /** Null for a guest. */
    profile: z.nullable(
      z.object({
        id: z.string(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        createdAt: z.iso.datetime(),
        subscriptionStatus: z.string(),
      }),
    ),
    /** Null where none were saved. */
    settings: z.nullable(read.output),
    translations: list.output.shape.translations,
    /** Asks for older translations, where they are more than one answer can carry; null where these are all. */
    cursor: list.output.shape.cursor,
    /** One entry a day that is still counted; a guest's counter has no day. */
    usage: z.array(
      z.object({
        day: z.nullable(z.string()),
        translations: z.number(),
        characters: z.number(),
        speechSeconds: z.number(),
        spokenCharacters: z.number(),
      }),
    ),
  }),
};

/** `export` is a word of the language, so it can be no constant's name. */
export { everything as export };

export const remove = { input: z.object({}), output: z.object({}) };
