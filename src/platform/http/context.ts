import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

import type { GoogleConfig } from '../config.server.ts'
import type { Company } from '../settings/company.ts'
import type { Call } from './call.ts'
import type { ExternalServices } from './external-services.ts'

/** The API caller that every loader gets from the server. */
export const callContext = createContext<Call>()
export const pageContext = createContext<{
  nonce: string
  public_url: string
  sandbox_url: string | undefined
  company: Company
  outside: ExternalServices
  google: GoogleConfig | undefined
  /** True when another company hosts the user pictures. */
  hosts_images_outside: boolean
  /** Returns the visitor's two-letter country code, by IP address or else by the browser's languages. */
  visitorCountry: () => Promise<string | undefined>
  /** True when the catalog is our own computer-generated footage. */
  is_demo: boolean
  /** False until the owner opens the shop for visitors. */
  is_open: boolean
  /** Set while the shop is under maintenance. `back_at`: when it ends, for people; null for no set time. */
  maintenance: { message: string; back_at: string | null } | null
  /** True for a visitor who gets the maintenance page at this address. */
  is_turned_away: boolean
}>()

/** The nonce of this document's scripts and styles. */
export const NonceContext = createReactContext<string | undefined>(undefined)
