/** Sends a picture to be looked at; it comes back as the code of its look and is nowhere kept. */
import { caller } from '#platform/call.ts'

import { readFrame } from './contract.ts'

/** More detail than this is not looked at: the rest need not travel. */
const side_px = 960
const most_bytes = 10_000_000

/** Pictures of this tab by their code, so that a person sees what they asked with; a reload forgets them. */
const shown = new Map<string, string>()
const most_shown = 8

export const pictureOf = (code: string): string | undefined => shown.get(code)

type Drawable = ImageBitmap | HTMLVideoElement | HTMLImageElement

const smaller = (picture: Drawable, width: number, height: number): Promise<Blob | null> => {
  const scale = Math.min(1, side_px / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9)
  })
}

/** What the browser can draw travels small, and as a plain JPEG; what it cannot is the server's to judge. */
const prepared = async (file: Blob): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file)
    return (await smaller(picture, picture.width, picture.height)) ?? file
  } catch {
    return file
  }
}

const send = async (picture: Blob): Promise<string> => {
  if (picture.size > most_bytes) throw new Error('That file is too large. 10 MB are the most.')
  const call = caller((url, init) =>
    fetch(url, {
      ...init,
      credentials: 'same-origin',
      headers: { ...init.headers, 'content-type': picture.type || 'application/octet-stream' },
      body: picture,
    }),
  )
  const { code } = (await call(readFrame, {})).data
  shown.set(code, URL.createObjectURL(picture))
  const [oldest] = shown
  if (shown.size > most_shown && oldest) {
    URL.revokeObjectURL(oldest[1])
    shown.delete(oldest[0])
  }
  return code
}

/** The code of a picture's look. Throws a Refusal or Error whose message is for the person. */
export const sendFile = async (file: Blob): Promise<string> => send(await prepared(file))

/** The same for what is on the screen right now. */
export const sendScreen = async (screen: HTMLVideoElement | HTMLImageElement): Promise<string> => {
  // A poster that has not been decoded yet would be drawn as nothing.
  if (screen instanceof HTMLImageElement) await screen.decode().catch(() => {})
  const [width, height] =
    screen instanceof HTMLVideoElement
      ? [screen.videoWidth, screen.videoHeight]
      : [screen.naturalWidth, screen.naturalHeight]
  const picture = width > 0 ? await smaller(screen, width, height) : null
  if (!picture) throw new Error('The frame is not there yet. Please try again in a moment.')
  return send(picture)
}
