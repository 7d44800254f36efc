import { pinyin } from 'pinyin-pro';

/** Pinyin with tones as they are spoken. */
export function romaniseChinese(text: string): string {
  return text.split('\n').map(romaniseLine).join('\n');
}

function romaniseLine(line: string): string {
  const syllables = pinyin(line, { nonZh: 'consecutive', type: 'array' });
  return syllables
    .join(' ')
    .replace(marks, (mark) => latinMarks[mark.trim()] ?? mark)
    .replace(/\s+/g, ' ')
    .trim();
}

const latinMarks: Readonly<Record<string, string>> = {
  '，': ', ',
  '、': ', ',
  '。': '. ',
  '！': '! ',
  '？': '? ',
  '：': ': ',
  '；': '; ',
  '（': ' (',
  '）': ') ',
  '“': ' “',
  '”': '” ',
};

const marks = /\s*[，、。！？：；（）“”]\s*/g;
