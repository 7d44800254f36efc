/** The document shows it before the script runs. */
export function TranslationPlaceholder() {
  return <p className="py-1 text-lg leading-relaxed text-muted">Your translation appears here.</p>;
}
