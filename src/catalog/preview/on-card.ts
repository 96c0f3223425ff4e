/** What a card itself tells, before the shop is asked. */

/** Width over height of its picture. */
export const ratioOf = (card: HTMLElement): number =>
  Number(card.closest<HTMLElement>('[data-ratio]')?.dataset['ratio']) || 16 / 9

export const nameOn = (card: HTMLElement): string => card.querySelector('[data-name]')?.textContent ?? ''

/** The address of the picture that it shows. */
export const pictureOn = (card: HTMLElement): string | undefined => card.querySelector('img')?.currentSrc || undefined
