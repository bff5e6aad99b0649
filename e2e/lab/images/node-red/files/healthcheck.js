require("node:http")
  .get("http://127.0.0.1:1880/", (answer) => process.exit(answer.statusCode === 200 ? 0 : 1))
  .on("error", () => process.exit(1));
