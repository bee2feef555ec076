// A button that puts the cursor into a field, with all of its text marked.

export default function focus({ data: [{ label, field }], parentElement }) {
  const button = parentElement.querySelector("button");
  button.textContent = label;
  button.onclick = () => {
    const found = document.querySelector(field);
    found?.focus();
    found?.select?.();
    found?.scrollIntoView({ block: "center", behavior: "instant" });
  };
}
