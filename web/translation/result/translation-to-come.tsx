/** The document shows it before the script runs. */
export function TranslationToCome() {
  return (
    <p className="text-translation font-medium tracking-tight text-muted opacity-80">
      Your translation appears here.
    </p>
  );
}
