import { startTransition, StrictMode, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { NonceContext } from '#platform/http/context.ts'
import { stopRecording } from '#platform/http/hydration-replay.ts'
import { initScripts } from '#platform/http/init-scripts.ts'
import { ignoreSkippedTransitions } from '#platform/http/view-transitions.ts'
import { reportError } from '#platform/monitoring/report-error.ts'

// Browsers hide the attribute of a nonce from scripts but keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

initScripts()
ignoreSkippedTransitions()

/** Replays early input after hydration; its effects run after those of its children. One child, as on the server, because React derives ids from the tree. */
const HydrationReplay = ({ children }: { children: ReactNode }) => {
  const replay = useRef(() => {})
  useLayoutEffect(() => {
    replay.current = stopRecording()
  }, [])
  useEffect(() => replay.current(), [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydrationReplay>
          <HydratedRouter onError={error => reportError(error)} />
        </HydrationReplay>
      </NonceContext>
    </StrictMode>,
  )
})
