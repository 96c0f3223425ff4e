/** An inert iframe with the page's style sheets, so that its content is laid out as on a screen of that size. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

type PreviewFrameProps = {
  title: string
  theme: 'light' | 'dark'
  className?: string | undefined
  /** Receives the body of the frame's document. */
  children: (body: HTMLElement) => ReactNode
}

const EMPTY_DOCUMENT = '<!doctype html><html lang="en"></html>'
const STYLE_SELECTOR = 'link[rel="stylesheet"], style'

/** Copies the page's style sheets into the frame, including those that are loaded later. */
const syncStyles = (frame: Document): (() => void) => {
  const copy = (nodes: Iterable<Node>) => {
    for (const node of nodes)
      if (node instanceof Element && node.matches(STYLE_SELECTOR)) frame.head.append(node.cloneNode(true))
  }
  copy(document.querySelectorAll(STYLE_SELECTOR))
  const observer = new MutationObserver(changes => {
    for (const { addedNodes } of changes) copy(addedNodes)
  })
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}

export const PreviewFrame = ({ title, theme, className, children }: PreviewFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  useEffect(() => {
    const element = frame.current
    let stop: (() => void) | undefined
    const start = () => {
      const frameDocument = element?.contentDocument
      // The iframe has an empty document until its own has loaded.
      if (frameDocument?.URL !== 'about:srcdoc' || frameDocument.readyState !== 'complete') return
      stop?.()
      stop = syncStyles(frameDocument)
      frameDocument.documentElement.dataset.theme = theme
      setBody(frameDocument.body)
    }
    start()
    element?.addEventListener('load', start)
    return () => {
      element?.removeEventListener('load', start)
      stop?.()
    }
  }, [theme])
  return (
    <>
      <iframe ref={frame} title={title} srcDoc={EMPTY_DOCUMENT} inert className={className} />
      {body && createPortal(children(body), body)}
    </>
  )
}
