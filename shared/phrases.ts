/** A preset phrase that a traveller can translate with one tap. */
export interface Phrase {
  /** Stable: keys caches. */
  readonly id: string;
  /** The language it is written in: a source code of `languages.ts`. */
  readonly language: string;
  /** In its own script: what is sent and spoken. */
  readonly text: string;
  /** What is shown where the script is not read by most travellers. */
  readonly romanised?: string;
  /** What it means, in English. */
  readonly gloss: string;
}

export const phrases: readonly Phrase[] = [
  {
    id: 'en-train-station',
    language: 'en-US',
    text: 'Where is the train station?',
    gloss: 'Where is the train station?',
  },
];
