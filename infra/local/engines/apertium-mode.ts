/** An Apertium mode as a script that flushes at each NUL. If one program exits, all do, or the rest would hang. */
export function writePipelineScript(mode: string): string {
  return mode
    .split('|')
    .map((stage) => `{ ${writeStageCommand(stage)}; kill -9 0; }`)
    .join(' | ');
}

/** In mode files, `$1` is the option for unknown words and `$2` the one for debugging. */
function writeStageCommand(stage: string): string {
  const [program = '', ...rest] = [...stage.matchAll(/'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2]);
  const options = rest.filter((word) => word !== '$2').map((word) => (word === '$1' ? '-n' : word));
  return [program, ...(flushesAlways.has(program) ? [] : ['-z']), ...options]
    .map((word) => `'${word}'`)
    .join(' ');
}

/** These always flush, and reject `-z`. */
const flushesAlways = new Set(['vislcg3', 'cg-mwesplit', 'hfst-tokenise']);
