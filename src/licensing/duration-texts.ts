/** How long a license lasts, in the words of headlines. Apart from the other rules, which the first pages do not load. */
export const DURATION_TEXT =
  'You pay once. Your license is perpetual and worldwide, unless your order names a term or a territory.'
export const DURATION_SLOGAN = 'Once. Forever.'
export const DURATION_TITLE = 'Pay once. Use it forever.'
export const DURATION_FACT = 'worldwide and forever'
