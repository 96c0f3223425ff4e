import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

import type { Call } from './call.ts'
import type { Google } from './config.server.ts'
import type { Outside } from './outside.ts'

/** What the server gives to every loader. */
export const callContext = createContext<Call>()
export const pageContext = createContext<{
  nonce: string
  public_url: string
  sandbox_url: string | undefined
  outside: Outside
  google: Google | undefined
  /** Pictures of people lie with another company. */
  hosts_images_outside: boolean
  /** Two capitals: by where the visitor's address is, else by the languages of their browser. */
  visitorCountry: () => Promise<string | undefined>
  /** What is sold here is our own computer-generated footage. */
  is_demo: boolean
}>()

/** The nonce that this document's own scripts and styles carry. */
export const NonceContext = createReactContext<string | undefined>(undefined)
