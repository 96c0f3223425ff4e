import { createContext } from 'react'

/** True for everything inside a dialog, where dropdowns stay shorter. */
export const InDialog = createContext(false)
