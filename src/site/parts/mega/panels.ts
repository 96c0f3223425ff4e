/** The panels of the mega menu: their code comes when the pointer or the focus nears the menu. */
import { lazy } from 'react'

const sources = {
  collections: () => import('./collections-panel.tsx'),
  support: () => import('./support-panel.tsx'),
  product: () => import('./product-panel.tsx'),
}

export type PanelName = keyof typeof sources

export const panels = {
  collections: lazy(sources.collections),
  support: lazy(sources.support),
  product: lazy(sources.product),
}

/** So that a panel is there by the time that it opens. A failure shows when it is opened. */
export const fetchPanels = () => {
  for (const source of Object.values(sources)) source().catch(() => undefined)
}
