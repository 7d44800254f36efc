import { Button } from '../../components/controls/button.tsx';
import { GuideCard } from './guide-card.tsx';
import type { ShownGuideProps } from './guide-props.ts';
import { TypeField } from './type-field.tsx';

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
