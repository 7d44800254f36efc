/** Empty for a language of many countries. */
export function Flag({ flag, className = '' }: { flag: string | undefined; className?: string }) {
  const plate = `flag ${className}`;
  if (flag === undefined) return <span className={`bg-sunken ${plate}`} />;
  return <img src={`/flags/${flag}.svg`} alt="" width="26" height="18" loading="lazy" className={plate} />;
}
