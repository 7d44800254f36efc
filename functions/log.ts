/** Writes one JSON line. CloudWatch and the local server's terminal read the same. */
export function logLine(level: 'info' | 'error', event: string, fields: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
}
