import { Button } from '../../components/button.tsx';
import type { ShownGuideProps } from '../guide-host.tsx';
import { GuideCard } from './guide-card.tsx';
import { TypeField } from './type-field.tsx';

/** Speaking did not work twice, or somebody would rather type. */
export function TypeInsteadCard(props: ShownGuideProps) {
  const { source, textCharacters, isAsked, onSubmit, onRetry, onClose } = props;
  return (
    <GuideCard title="Type instead" onClose={onClose}>
      <TypeField source={source} textCharacters={textCharacters} hasFocus={isAsked} onSubmit={onSubmit}>
        <Button onClick={onRetry} className="grow sm:grow-0">
          Try voice again
        </Button>
      </TypeField>
    </GuideCard>
  );
}
