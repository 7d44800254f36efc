import { t } from '../../language/message.ts';

export const checkStatus = t('Check service status');
