import { JPEG_QUALITY, MAX_OUTPUT_PX, toPixelSquare, type CropArea } from './crop.ts'

/** Returns an area of a picture as a square JPEG, or null when the browser cannot create one. */
export const cropImage = (image: HTMLImageElement, area: CropArea): Promise<Blob | null> => {
  const { x, y, side } = toPixelSquare(area, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, MAX_OUTPUT_PX)
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency, so transparent areas become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
}
