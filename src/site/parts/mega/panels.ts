/** The panels of the mega menu. Their code loads when pointer or focus reaches the menu. */
import { lazy } from 'react'

const imports = {
  collections: () => import('./collections-panel.tsx'),
  support: () => import('./support-panel.tsx'),
  product: () => import('./product-panel.tsx'),
}

export type PanelName = keyof typeof imports
/** What an entry of the header opens: a panel, or the links that have no room. */
export type MenuName = PanelName | 'more'

export const panels = {
  collections: lazy(imports.collections),
  support: lazy(imports.support),
  product: lazy(imports.product),
}

/** Preloads every panel. A failed import shows when its panel opens. */
export const preloadPanels = () => {
  for (const importPanel of Object.values(imports)) importPanel().catch(() => undefined)
}
