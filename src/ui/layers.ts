/**
 * The order of style layers, later ones winning. It stands inline at the top of <head>, because a page's style sheets
 * come split and in an order of the bundler's choice, and the first one to name a layer would place it.
 */
export const layerOrder = '@layer reset, tokens, base, components, pages;'
