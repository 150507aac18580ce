import { type NativeImage, nativeImage } from 'electron'
import type { OperatorWindow } from './window.ts'

/** The whole window as it is seen: its page, with the native views where they lie. Pixels are the screen's. */
export async function pictureOf({ window, surfaces }: OperatorWindow): Promise<NativeImage> {
  const page = await window.webContents.capturePage()
  const [width] = window.getContentSize()
  const size = page.getSize()
  const scale = size.width / (width || size.width)
  const pixels = page.toBitmap()
  for (const view of surfaces.visible()) {
    const { x, y } = view.getBounds()
    paste(pixels, size, await view.webContents.capturePage(), Math.round(x * scale), Math.round(y * scale))
  }
  return nativeImage.createFromBitmap(pixels, size)
}

function paste(
  target: Buffer,
  size: { width: number; height: number },
  image: NativeImage,
  left: number,
  top: number,
): void {
  const source = image.toBitmap()
  const { width, height } = image.getSize()
  const columns = Math.min(width, size.width - left)
  for (let row = 0; row < Math.min(height, size.height - top); row++) {
    const from = row * width * 4
    source.copy(target, ((top + row) * size.width + left) * 4, from, from + columns * 4)
  }
}
