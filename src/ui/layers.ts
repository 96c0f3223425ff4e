/**
 * The order of the cascade layers, later ones win. It is inline at the top of <head>, because the bundler decides the
 * order of the style sheets, and the first one to name a layer would set its position.
 */
export const LAYER_ORDER = '@layer reset, tokens, base, components, pages;'
