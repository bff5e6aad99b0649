export { addDestination } from "./destinations/add";
export { checkDestination } from "./destinations/check";
export { listDestinations } from "./destinations/list";
export { removeDestination } from "./destinations/remove";
