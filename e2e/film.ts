/** A master as somebody's camera might have made it. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Two seconds of a moving picture, `rate` frames each. */
export const makeFilm = (folder: string, ffmpeg: string, name = 'lighthouse_sweep.mp4', rate = 24): string => {
  const film = path.join(folder, name)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${rate}:duration=2`]
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', film])
  return film
}
