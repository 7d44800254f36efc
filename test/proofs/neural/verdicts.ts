/**
 * How one reader judged the meaning of each translation on 2026-11-28: `r` right, `c` clumsy but understood, `w` wrong.
 * The models were Firefox's tiny ones of 2023. Other models need another reading.
 */
export const verdicts = {
  'en>pt': {
    neural:
      'rrrrrrrrrrrrrrrcrrcrrrcrcrcrrrrrrcrrrrrrrrrccrrrrrrrrrrrrrrrrrrwrrrrwrrcwrcrrrrcrrrwrcrrrrrrrrrrrrrr',
    apertium:
      'wrrcwwwcrwrrrrrccrwcccwcwwwcwwccwwcrrrrrrcwrcwwwrccwwcrrcwwwcrrwrcccwcwwccwcwcrcccwwccccwcccrcwrccwc',
  },
  'pt>en': {
    neural:
      'rrrrrrccrrrrrrrrrrrrrrrrrrrrrrrrccrrcrrrrrrrcrrrrrrrrrrrrrrrrwrrrrrrwcrcrrrrrrrwrrrcrrrcrcrrrrrrrrcc',
    apertium:
      'crwcwwcwcwrcrcrcwrcwcwwcwcwcccwwwcwcrrrwcccrcccwrccwwwccccwwcwrrrcrwwrwwccrcccrwwrccwcwcwccrcccccwcc',
  },
};
