/**
 * The shell script that runs the programs of a mode file as one chain that answers block by block: they flush
 * at every NUL and leave unknown words unmarked. When one program ends, for whatever reason, so does its whole
 * process group; a chain with a dead link would hang. The script holds nothing but the mode file's own words.
 */
export function pipelineScript(mode: string): string {
  return mode
    .split('|')
    .map((stage) => `{ ${stageCommand(stage)}; kill -9 0; }`)
    .join(' | ');
}

/** Mode files write `program -options 'file' …`; `$1` stands for the generator's marks, `$2` for debugging. */
function stageCommand(stage: string): string {
  const [program = '', ...rest] = [...stage.matchAll(/'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2]);
  const options = rest.filter((word) => word !== '$2').map((word) => (word === '$1' ? '-n' : word));
  return [program, ...(flushesAlways.has(program) ? [] : ['-z']), ...options]
    .map((word) => `'${word}'`)
    .join(' ');
}

/** These know no `-z`, and do it anyway. */
const flushesAlways = new Set(['vislcg3', 'cg-mwesplit', 'hfst-tokenise']);
