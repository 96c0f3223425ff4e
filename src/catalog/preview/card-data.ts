/** Reads data from a card's DOM element without a request. */

/** Returns the aspect ratio of the card's picture. */
export const getCardRatio = (card: HTMLElement): number =>
  Number(card.closest<HTMLElement>('[data-ratio]')?.dataset['ratio']) || 16 / 9

export const getCardName = (card: HTMLElement): string => card.querySelector('[data-name]')?.textContent ?? ''

/** Returns the address of the picture that the card shows. */
export const getCardPicture = (card: HTMLElement): string | undefined =>
  card.querySelector('img')?.currentSrc || undefined
