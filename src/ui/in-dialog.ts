import { createContext } from 'react'

/** True inside a dialog, where dropdowns are shorter. */
export const InDialog = createContext(false)
