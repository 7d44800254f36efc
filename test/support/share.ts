/** The process of `runShare` in `workers.ts`: receives the share, and sends the answer. */
const [module = '', work = ''] = process.argv.slice(2);
process.once('message', async (share) => {
  const answer = await (await import(module))[work](share);
  process.send?.(answer, () => process.disconnect());
});
// The parent is gone.
process.once('disconnect', () => process.exit());
