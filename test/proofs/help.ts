import { anySeed, type Flags, type ProofModule } from './proof.ts';
import { type Proof, proofs } from './proofs.ts';

/** What `npm run prove -- NAME --help` prints. */
export async function describeProof(name: string): Promise<string> {
  const { proves, minutes, tests } = proofs[name] as Proof;
  const about = `npm run prove -- ${name} [flags]   ${minutes} minutes\n\nProves that ${proves}.\n`;
  if (tests) return `${about}\nIts flags are Vitest’s, for example -t NAME for the tests of a name.`;
  const { flags }: ProofModule = await import(`./${name}/main.ts`);
  const lines = Object.entries(flags).map(
    ([flag, usual]) => `  --${flag.padEnd(12)} ${describeDefault(usual)}`,
  );
  return lines.length === 0 ? `${about}\nIt has no flags.` : `${about}\n${lines.join('\n')}`;
}

function describeDefault(usual: Flags[string]): string {
  if (usual === false) return 'off unless given';
  if (usual === '') return 'all unless given';
  return usual === anySeed ? 'another number in each run' : `${usual} unless given`;
}
