import { Button } from '../../components/controls/button.tsx';
import { GuideCard } from './guide-card.tsx';
import type { ShownGuideProps } from './guide-host.tsx';
import { TypeField } from './type-field.tsx';

/** Speaking did not work twice, or somebody would rather type. */
export function TypeInsteadCard(props: ShownGuideProps) {
  const { isAsked, onRetry, onClose } = props;
  return (
    <GuideCard title="Type instead" isTypedIn onClose={onClose}>
      <TypeField {...props} hasFocus={isAsked}>
        <Button onClick={onRetry} className="grow sm:grow-0">
          Try voice again
        </Button>
      </TypeField>
    </GuideCard>
  );
}
