/** Uploads a picture for analysis. The server returns codes of its look and subject, and stores nothing. */
import { createCaller } from '#platform/http/call.ts'

import { readFrame } from './contract.ts'

/** The analysis uses no more detail than this, so larger pictures are scaled down before the upload. */
const MAX_SIDE_PX = 960
const MAX_BYTES = 10_000_000

/** The pictures uploaded in this tab by code, so that the results page can show the query. They are lost on reload. */
const uploaded = new Map<string, string>()
const MAX_UPLOADED = 8

export const getUploadedPicture = (code: string): string | undefined => uploaded.get(code)

type Drawable = ImageBitmap | HTMLVideoElement | HTMLImageElement

const scaleDown = (picture: Drawable, width: number, height: number): Promise<Blob | null> => {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9)
  })
}

/** Converts what the browser can decode to a small JPEG. The server validates everything else. */
const preparePicture = async (file: Blob): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file)
    return (await scaleDown(picture, picture.width, picture.height)) ?? file
  } catch {
    return file
  }
}

/** What `POST /clips/by-frame` returned. */
type UploadedFrame = { code: string; subject: string | null }

const uploadPicture = async (picture: Blob): Promise<UploadedFrame> => {
  if (picture.size > MAX_BYTES) throw new Error('That file is too large. The limit is 10 MB.')
  const call = createCaller((url, init) =>
    fetch(url, {
      ...init,
      credentials: 'same-origin',
      headers: { ...init.headers, 'content-type': picture.type || 'application/octet-stream' },
      body: picture,
    }),
  )
  const { data } = await call(readFrame, {})
  const { code } = data
  uploaded.set(code, URL.createObjectURL(picture))
  const [oldest] = uploaded
  if (uploaded.size > MAX_UPLOADED && oldest) {
    URL.revokeObjectURL(oldest[1])
    uploaded.delete(oldest[0])
  }
  return data
}

/** Uploads a file and returns its codes. Throws a Refusal or Error with a message for the user. */
export const uploadFile = async (file: Blob): Promise<UploadedFrame> => uploadPicture(await preparePicture(file))

/** Does the same for what is on the screen now. */
export const uploadScreen = async (screen: HTMLVideoElement | HTMLImageElement): Promise<UploadedFrame> => {
  // A poster that has not been decoded yet would be drawn blank.
  if (screen instanceof HTMLImageElement) await screen.decode().catch(() => {})
  const [width, height] =
    screen instanceof HTMLVideoElement
      ? [screen.videoWidth, screen.videoHeight]
      : [screen.naturalWidth, screen.naturalHeight]
  const picture = width > 0 ? await scaleDown(screen, width, height) : null
  if (!picture) throw new Error('The frame has not loaded yet. Please try again in a moment.')
  return uploadPicture(picture)
}
