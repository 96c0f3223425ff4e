import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { NonceContext } from './platform/context.ts'
import { endEarly } from './platform/early-acts.ts'
import { initScripts } from './platform/init-scripts.ts'
import { reportError } from './platform/report-error.ts'
import { hearSkippedTransitions } from './platform/view-transitions.ts'

// Browsers hide the attribute of a nonce from scripts but keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

initScripts()
hearSkippedTransitions()

/** Its effects run after those of all that it holds. One child, as on the server: ids are told by the tree. */
const Alive = ({ children }: { children: ReactNode }) => {
  const carryOut = useRef(() => {})
  useLayoutEffect(() => {
    carryOut.current = endEarly()
  }, [])
  useEffect(() => carryOut.current(), [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <Alive>
          <HydratedRouter onError={error => reportError(error)} />
        </Alive>
      </NonceContext>
    </StrictMode>,
  )
})
