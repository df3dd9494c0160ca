/** Puts a file dropped anywhere on the page into its file field. */
export function takeDroppedFiles(): void {
  const field = document.querySelector<HTMLInputElement>("input.file");
  if (!field) return;
  const over = (is: boolean) => field.classList.toggle("file-over", is);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    over(false);
    field.files = files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
